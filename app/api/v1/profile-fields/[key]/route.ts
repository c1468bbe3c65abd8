import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import { ifMatch } from '@/lib/http/request-headers'
import {
  type PresentedProfileField,
  profileFieldResponse,
} from '@/lib/profile-fields/profile-field.responses'
import { profileFieldPatch } from '@/lib/profile-fields/profile-field.schemas'
import {
  changeProfileField,
  deleteProfileField,
  getManagedField,
} from '@/lib/profile-fields/manage-profile-fields'
import { checkSettingsProof } from '@/lib/settings/change-settings'

export const GET = defineRoute({
  operationId: 'getProfileField',
  tag: 'Profile fields',
  summary: 'Get a profile field',
  params: ['key'],
  access: { permission: 'settings:manage' },
  responses: { 200: profileFieldResponse },
  refusals: ['not_found'],
  handle: async ({ params }) => {
    const result = await getManagedField(params.key)
    return result.ok ? presentTagged(result.field) : result
  },
})

export const PATCH = defineRoute({
  operationId: 'updateProfileField',
  tag: 'Profile fields',
  summary: 'Change a profile field; values already stored don’t change',
  params: ['key'],
  access: { permission: 'settings:manage' },
  apiKeys: 'refused',
  headers: { versions: ifMatch },
  body: profileFieldPatch,
  responses: { 200: profileFieldResponse },
  refusals: ['not_found', 'precondition_failed', 'reauthentication_required'],
  handle: async ({ principal, params, body, headers, ctx }) => {
    const refusal = await checkSettingsProof(principal, undefined, ctx)
    if (refusal) return refusal
    const input = { ...body, key: params.key, versions: headers.versions }
    const result = await changeProfileField(principal, input, ctx)
    return result.ok ? presentTagged(result.field) : result
  },
})

export const DELETE = defineRoute({
  operationId: 'deleteProfileField',
  tag: 'Profile fields',
  summary: 'Delete a profile field with its values in all profiles',
  params: ['key'],
  access: { permission: 'settings:manage' },
  apiKeys: 'refused',
  headers: { versions: ifMatch },
  responses: { 204: null },
  refusals: ['not_found', 'precondition_failed', 'reauthentication_required'],
  handle: async ({ principal, params, headers, ctx }) => {
    const refusal = await checkSettingsProof(principal, undefined, ctx)
    if (refusal) return refusal
    const input = { key: params.key, versions: headers.versions }
    const result = await deleteProfileField(principal, input, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})

function presentTagged(field: PresentedProfileField) {
  const headers = { etag: entityTag(field.version) }
  return { status: 200 as const, body: field, headers }
}
