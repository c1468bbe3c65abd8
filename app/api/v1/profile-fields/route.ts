import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import {
  profileFieldListResponse,
  profileFieldResponse,
} from '@/lib/profile-fields/profile-field.responses'
import { profileFieldBody } from '@/lib/profile-fields/profile-field.schemas'
import { createProfileField, listManagedFields } from '@/lib/profile-fields/manage-profile-fields'
import { checkSettingsProof } from '@/lib/settings/change-settings'
import { completeListQuery } from '@/lib/platform/complete-list'
import { presentPage } from '@/lib/platform/pagination'

export const GET = defineRoute({
  operationId: 'listProfileFields',
  tag: 'Profile fields',
  summary: 'List profile fields in the order in which they are shown',
  access: { permission: 'settings:manage' },
  query: completeListQuery,
  responses: { 200: profileFieldListResponse },
  handle: async () => ({ status: 200, body: presentPage(await listManagedFields(), null) }),
})

export const POST = defineRoute({
  operationId: 'createProfileField',
  tag: 'Profile fields',
  summary: 'Create a profile field: a text, number, yes or no, date, or choice',
  access: { permission: 'settings:manage' },
  apiKeys: 'refused',
  body: profileFieldBody,
  responses: { 201: profileFieldResponse },
  refusals: ['conflict', 'reauthentication_required'],
  handle: async ({ principal, body, ctx }) => {
    const refusal = await checkSettingsProof(principal, undefined, ctx)
    if (refusal) return refusal
    const result = await createProfileField(principal, body, ctx)
    if (!result.ok) return result
    const { field } = result
    const headers = { etag: entityTag(field.version) }
    return { status: 201, body: field, headers }
  },
})
