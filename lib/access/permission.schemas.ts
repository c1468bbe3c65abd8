import { z } from 'zod'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { lineField, normalizedField, isOneLine } from '@/lib/platform/input-fields'

/** How many permissions one application can have. */
export const MAX_PER_APPLICATION = 500
/** How many permissions all applications can have together. */
export const MAX_OF_APPLICATIONS = 1000

const MAX_NAME = 100
const PART = '[a-z][a-z0-9_-]{0,39}'
const APPLICATION = new RegExp(`^${PART}$`)
const OWN_NAME = new RegExp(`^${PART}(?::${PART}){2,4}$`)

const CATALOG_NAMES: ReadonlySet<string> = new Set(permissionCatalog.map(({ name }) => name))
const CATALOG_RESOURCES: ReadonlySet<string> = new Set(
  permissionCatalog.map(({ resource }) => resource),
)

/** Whether the code of this build has a permission of that name. */
export function isCatalogName(name: string): boolean {
  return CATALOG_NAMES.has(name)
}

/** Whether names that begin like this belong to the code of this build. */
export function isCatalogResource(application: string): boolean {
  return CATALOG_RESOURCES.has(application)
}

/** Whether a text is spelled like an application's permission: `app:resource:action`. */
export function isOwnName(name: string): boolean {
  return name.length <= MAX_NAME && OWN_NAME.test(name)
}

/** The application and the resource in the name of an application's permission. */
export function partsOf(name: string): { application: string; resource: string } {
  const [application = '', resource = ''] = name.split(':')
  return { application, resource }
}

const spelled = z.string({ error: 'required' }).max(MAX_NAME, { error: 'too_long', abort: true })

/** A name that a role may list. Whether it exists is known to the database only. */
export const grantableName = spelled
  .refine((name) => isCatalogName(name) || isOwnName(name), { error: 'not_supported' })
  .meta({ examples: ['users:list'] })

/**
 * The name of an application's permission. Names of the catalog pass, to be refused by that name.
 */
const ownName = spelled
  .min(1, { error: 'required', abort: true })
  .refine((name) => isCatalogName(name) || isOwnName(name), { error: 'invalid_permission' })
  .meta({ examples: ['crm:contacts:export'] })

const application = z
  .string({ error: 'required' })
  .max(40, { error: 'too_long', abort: true })
  .regex(APPLICATION, { error: 'invalid_application' })
  .meta({ examples: ['crm'] })

const MAX_GROUP = 64
const group = normalizedField(MAX_GROUP, isOneLine)
  .pipe(z.string().max(MAX_GROUP, { error: 'too_long' }))
  .transform((text) => text || null)
  .nullable()
  .meta({ examples: ['Contacts'] })
  .describe('The heading it appears under in the role form')

const description = lineField(300).meta({ examples: ['Export contacts'] })

const privileged = z
  .boolean({ error: 'required' })
  .meta({ examples: [false] })
  .describe('Whether users who have it can be changed only by those who have it too')

export const createPermissionBody = z.strictObject({
  name: ownName,
  description,
  group: group.default(null),
  privileged: privileged.default(false),
})

/** Omitted fields stay unchanged. */
export const changePermissionBody = z.strictObject({
  description: description.optional(),
  group: group.optional(),
  privileged: privileged.optional(),
})

const synced = z.strictObject({
  name: ownName,
  description,
  group: group.optional(),
  privileged: privileged.optional(),
})

/** All permissions of an application. Permissions that it doesn't list are retired. */
export const syncPermissionsBody = z.strictObject({
  application,
  permissions: z.array(synced).max(MAX_PER_APPLICATION, { error: 'too_many' }),
})

export type SyncedPermission = z.output<typeof synced>
