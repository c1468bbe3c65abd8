'use server'

import { createProfileField } from '@/lib/profile-fields/manage-profile-fields'
import { defineAction } from '@/lib/web/define-action'
import { fieldFromForm, newFieldForm, PROFILE_FIELDS } from '@/lib/web/profile-field-form'

export const addProfileField = defineAction({
  access: { permission: 'settings:manage' },
  body: newFieldForm,
  handle: (asked, { principal, ctx }) => createProfileField(principal, fieldFromForm(asked), ctx),
  done: () => ({ redirect: PROFILE_FIELDS, notice: 'profile_field_created' }),
})
