'use server'

import { changeProfileField, deleteProfileField } from '@/lib/profile-fields/manage-profile-fields'
import type { Outcome } from '@/lib/platform/problems'
import { checkSettingsProof } from '@/lib/settings/change-settings'
import { defineAction } from '@/lib/web/define-action'
import { editFieldForm, fieldFromForm, PROFILE_FIELDS } from '@/lib/web/profile-field-form'

export const editProfileField = defineAction({
  access: { permission: 'settings:manage' },
  body: editFieldForm,
  handle: async ({ password, ...form }, { principal, query, ctx }): Promise<Outcome> => {
    const refusal = await checkSettingsProof(principal, password, ctx)
    if (refusal) return refusal
    const key = query.get('key') ?? ''
    const target = { key, versions: [form.version] }
    if (form.intent === 'delete') return deleteProfileField(principal, target, ctx)
    const { intent: _, version: __, ...field } = form
    const { minimum = null, maximum = null } = field
    const change = { ...fieldFromForm(field), minimum, maximum }
    return changeProfileField(principal, { ...target, ...change }, ctx)
  },
  done: (_, { body: { intent } }) => ({
    redirect: PROFILE_FIELDS,
    notice: intent === 'delete' ? 'profile_field_deleted' : 'profile_field_saved',
  }),
})
