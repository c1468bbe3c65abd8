'use server'

import { createProfileField } from '@/lib/profile-fields/manage-profile-fields'
import { checkSettingsProof } from '@/lib/settings/change-settings'
import { defineAction } from '@/lib/web/define-action'
import { fieldFromForm, newFieldForm, PROFILE_FIELDS } from '@/lib/web/profile-field-form'

export const addProfileField = defineAction({
  access: { permission: 'settings:manage' },
  body: newFieldForm,
  handle: async ({ password, ...form }, { principal, ctx }) => {
    const refusal = await checkSettingsProof(principal, password, ctx)
    return refusal ?? createProfileField(principal, fieldFromForm(form), ctx)
  },
  done: () => ({ redirect: PROFILE_FIELDS, notice: 'profile_field_created' }),
})
