/** Request bodies that insert these rows, 50 in each, as an app would print them by hand: without a check of any value. */
export function printDocuments(rows) {
  const bodies = [];
  for (let from = 0; from < rows.length; from += 50) {
    const fields = rows.slice(from, from + 50).map(printField);
    bodies.push(JSON.stringify({ query: `mutation { ${fields.join(" ")} }`, variables: {} }));
  }
  return bodies;
}

function printField(row, index) {
  const members = Object.entries(row).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `r${index}: insertProducts(value: { ${members} }) { applied }`;
}
