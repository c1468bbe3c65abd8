'use server'

import {
  fieldFromForm,
  newFieldForm,
} from '@/app/dashboard/settings/profile-fields/profile-field-form'
import { createProfileField } from '@/lib/profile-fields/manage-profile-fields'
import { checkSettingsProof } from '@/lib/settings/change-settings'
import { defineAction } from '@/lib/web/define-action'
import { pagePath } from '@/lib/web/page-address'

export const addProfileField = defineAction({
  access: { permission: 'settings:manage' },
  body: newFieldForm,
  handle: async ({ password, ...form }, { principal, ctx }) => {
    const refusal = await checkSettingsProof(principal, password, ctx)
    return refusal ?? createProfileField(principal, fieldFromForm(form), ctx)
  },
  done: () => ({
    redirect: pagePath('/dashboard/settings/profile-fields'),
    notice: 'profile_field_created',
  }),
})
