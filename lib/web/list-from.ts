/**
 * The part of a list after a cursor from the address. An invalid cursor shows the first page instead
 * of nothing.
 */
export async function listFrom<T extends { ok: boolean }>(
  cursor: string | null,
  list: (cursor: string | undefined) => Promise<T>,
): Promise<T> {
  const listed = await list(cursor ?? undefined)
  return listed.ok || cursor === null ? listed : list(undefined)
}
