import type { OwnableAccess } from '@/lib/access/permission-access'

const NONE = { id: '', provider: '' }

/** The values in the path of a download or endpoint, by the `[names]` in its folder. */
export type PathParams = Readonly<typeof NONE>

/** Access by a permission, on a path that may name the user whom the data is about. */
export type PathAccess = OwnableAccess<keyof PathParams>

/** Names that the path lacks are empty. */
export function pathParams(given: Readonly<Record<string, string>>): PathParams {
  return { ...NONE, ...given }
}
