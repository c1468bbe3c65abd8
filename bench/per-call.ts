/** Microseconds per row, or per page, of each operation; bytes per row of each table. */
export type ScaleFigures = Record<string, number>

/** Microseconds of a call, one after the other. */
export async function perCall(
  times: number,
  call: (n: number) => Promise<unknown>,
): Promise<number> {
  const startedAt = performance.now()
  for (let n = 0; n < times; n++) await call(n)
  return ((performance.now() - startedAt) * 1000) / times
}
