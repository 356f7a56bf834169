/** What a pattern of the config fits, in which `*` stands for any text: `"orders*"` fits `orders` and `orders_by_day`. */
export function patternOf(text: string): RegExp {
  return new RegExp(`^${text.split("*").map(escapeRegExp).join(".*")}$`, "su");
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
