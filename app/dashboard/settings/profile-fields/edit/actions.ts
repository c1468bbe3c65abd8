'use server'

import {
  deleteFieldForm,
  editFieldForm,
  fieldFromForm,
} from '@/app/dashboard/settings/profile-fields/profile-field-form'
import { changeProfileField, deleteProfileField } from '@/lib/profile-fields/manage-profile-fields'
import { checkSettingsProof } from '@/lib/settings/change-settings'
import { defineAction } from '@/lib/web/define-action'
import { pagePath } from '@/lib/web/page-address'

export const saveField = defineAction({
  access: { permission: 'settings:manage' },
  body: editFieldForm,
  handle: async ({ password, version, ...field }, { principal, query, ctx }) => {
    const refusal = await checkSettingsProof(principal, password, ctx)
    if (refusal) return refusal
    const { minimum = null, maximum = null } = field
    const change = { ...fieldFromForm(field), minimum, maximum }
    const target = { key: query.get('key') ?? '', versions: [version] }
    return changeProfileField(principal, { ...target, ...change }, ctx)
  },
  done: () => ({
    redirect: pagePath('/dashboard/settings/profile-fields'),
    notice: 'profile_field_saved',
  }),
})

export const removeField = defineAction({
  access: { permission: 'settings:manage' },
  body: deleteFieldForm,
  handle: async ({ password, version }, { principal, query, ctx }) => {
    const refusal = await checkSettingsProof(principal, password, ctx)
    if (refusal) return refusal
    const target = { key: query.get('key') ?? '', versions: [version] }
    return deleteProfileField(principal, target, ctx)
  },
  done: () => ({
    redirect: pagePath('/dashboard/settings/profile-fields'),
    notice: 'profile_field_deleted',
  }),
})
