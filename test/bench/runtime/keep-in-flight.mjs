/** Makes so many calls, never more than `most` of them at once. */
export async function keepInFlight(most, calls, call) {
  let left = calls;
  const work = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: most }, work));
}
