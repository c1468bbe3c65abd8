/**
 * The part of a list after a cursor from the address. An invalid cursor shows the first page
 * instead of nothing; so does one after which nothing is left, if `isEmpty` says so.
 */
export async function listFrom<T extends { ok: boolean }>(
  cursor: string | null,
  list: (cursor: string | undefined) => Promise<T>,
  isEmpty: (listed: Extract<T, { ok: true }>) => boolean = () => false,
): Promise<T> {
  const listed = await list(cursor ?? undefined)
  const isShown = listed.ok && !isEmpty(listed as Extract<T, { ok: true }>)
  return isShown || cursor === null ? listed : list(undefined)
}
