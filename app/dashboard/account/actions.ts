'use server'

import { z } from 'zod'
import { toReceivedFile } from '@/lib/http/form-fields'
import { updateProfile } from '@/lib/identity/account/profile'
import { updateProfileBody } from '@/lib/identity/auth.schemas'
import { fieldError } from '@/lib/platform/field-errors'
import { refuse } from '@/lib/platform/problems'
import { removeAvatar, setAvatar } from '@/lib/uploads/avatar'
import { defineAction } from '@/lib/web/define-action'
import { localeCookie } from '@/lib/web/preferences'
import {
  atProfileInputs,
  gatherProfile,
  profileFromForm,
  typedProfile,
} from '@/lib/web/profile-forms'

/** A form cannot send null: an empty language means the browser's language. */
const body = z.preprocess(
  (fields: Record<string, unknown>) =>
    fields.locale === '' ? { ...fields, locale: null } : fields,
  updateProfileBody,
)

export const saveAvatar = defineAction({
  access: 'authenticated',
  limits: ['user', 'avatar'],
  body: z.object({}),
  takesFileAt: '/dashboard/account',
  handle: async (_, { principal, ctx, file }) => {
    if (!file) return refuse('validation_failed', { errors: [fieldError(['file'], 'required')] })
    return setAvatar(toReceivedFile(file), principal, ctx)
  },
  done: (_, { here }) => ({ redirect: here, notice: 'avatar_saved' }),
})

export const deleteAvatar = defineAction({
  access: 'authenticated',
  body: z.object({}),
  handle: (_, { principal, ctx }) => removeAvatar(principal, ctx),
  done: (_, { here }) => ({ redirect: here, notice: 'avatar_removed' }),
})

export const saveProfileFields = defineAction({
  access: 'authenticated',
  body: z.preprocess(gatherProfile, z.object({ profile: typedProfile })),
  handle: async ({ profile }, { ctx, principal }) => {
    const saved = await updateProfile(principal, { profile: await profileFromForm(profile) }, ctx)
    return saved.ok ? saved : atProfileInputs(saved)
  },
  done: (_, { here }) => ({ redirect: here, notice: 'profile_fields_saved' }),
})

export const saveProfile = defineAction({
  access: 'authenticated',
  body,
  handle: ({ name, locale }, { ctx, principal }) => updateProfile(principal, { name, locale }, ctx),
  done: (_, { body: { locale }, here }) => ({
    redirect: here,
    notice: 'profile_saved',
    inPlace: true,
    // The cookie changes the pages in this browser. The language stored with the account applies
    // to messages.
    cookies:
      locale === undefined
        ? []
        : [locale === null ? localeCookie.cleared() : localeCookie.set(locale)],
  }),
})
