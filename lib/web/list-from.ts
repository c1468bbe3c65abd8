/**
 * The part of a list after a cursor from the address. An invalid cursor shows the first page
 * instead of nothing, and so does one after which nothing is left. `cursor` in the result is the
 * one that this part begins after: null on the first page.
 */
export async function listFrom<T extends { ok: boolean }>(
  cursor: string | null,
  list: (cursor: string | undefined) => Promise<T>,
  isEmpty: (listed: Extract<T, { ok: true }>) => boolean,
): Promise<T & { cursor: string | null }> {
  const listed = await list(cursor ?? undefined)
  const isShown = listed.ok && !isEmpty(listed as Extract<T, { ok: true }>)
  if (isShown || cursor === null) return { ...listed, cursor }
  return { ...(await list(undefined)), cursor: null }
}
