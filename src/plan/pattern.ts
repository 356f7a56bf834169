/** Compiles a pattern of the config, where `*` matches any text: `"orders*"` matches `orders` and `orders_by_day`. */
export function patternOf(text: string): RegExp {
  return new RegExp(`^${text.split("*").map(escapeRegExp).join(".*")}$`, "su");
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
