import { defineRoute } from '@/lib/http/define-route'
import { profileFieldPatch, profileFieldResponse } from '@/lib/profile-fields/profile-field.schemas'
import {
  changeProfileField,
  deleteProfileField,
  getManagedField,
} from '@/lib/profile-fields/manage-profile-fields'
import { proveForSettings } from '@/lib/settings/change-settings'

export const GET = defineRoute({
  operationId: 'getProfileField',
  tag: 'Profile fields',
  summary: 'Get a profile field',
  access: { permission: 'settings:manage' },
  responses: { 200: profileFieldResponse },
  refusals: ['not_found'],
  handle: async ({ params }) => {
    const result = await getManagedField(params.key!)
    return result.ok ? { status: 200, body: result.field } : result
  },
})

export const PATCH = defineRoute({
  operationId: 'updateProfileField',
  tag: 'Profile fields',
  summary: 'Change a profile field; values already stored don’t change',
  access: { permission: 'settings:manage' },
  apiKeys: 'refused',
  body: profileFieldPatch,
  responses: { 200: profileFieldResponse },
  refusals: ['not_found', 'reauthentication_required'],
  handle: async ({ principal, params, body, ctx }) => {
    const proven = await proveForSettings(principal, undefined, ctx)
    if (!proven.ok) return proven
    const result = await changeProfileField(principal, { key: params.key!, ...body }, ctx)
    return result.ok ? { status: 200, body: result.field } : result
  },
})

export const DELETE = defineRoute({
  operationId: 'deleteProfileField',
  tag: 'Profile fields',
  summary: 'Delete a profile field with its values in all profiles',
  access: { permission: 'settings:manage' },
  apiKeys: 'refused',
  responses: { 204: null },
  refusals: ['not_found', 'reauthentication_required'],
  handle: async ({ principal, params, ctx }) => {
    const proven = await proveForSettings(principal, undefined, ctx)
    if (!proven.ok) return proven
    const result = await deleteProfileField(principal, params.key!, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
