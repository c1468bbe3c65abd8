import type { PermissionName } from '@/lib/config/permission-catalog'

/** Permissions of which one is enough. A refusal names the first. */
export type AnyOf = readonly [PermissionName, ...PermissionName[]]

/** Access by a permission, or by any one of several. Also loaded by the browser. */
export type PermissionAccess =
  { permission: PermissionName; anyOf?: undefined } | { anyOf: AnyOf; permission?: undefined }

export function permissionsFor({ permission, anyOf }: PermissionAccess): AnyOf {
  return anyOf ?? [permission]
}

/**
 * `unlessOwn` names the path parameter with the ID of the user whom the data is about: that user
 * needs no permission.
 */
export type OwnableAccess<P extends string = string> = PermissionAccess & { unlessOwn?: P }
