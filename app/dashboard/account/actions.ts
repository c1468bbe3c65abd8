'use server'

import { z } from 'zod'
import { updateProfileBody } from '@/lib/auth/auth.schemas'
import { updateProfile } from '@/lib/auth/update-profile'
import { defineAction } from '@/lib/web/define-action'
import { preferenceSetCookie } from '@/lib/web/preference-cookie'

/** A form cannot send null: an empty language means "as in the browser". */
const body = z.preprocess(
  (fields: Record<string, unknown>) => (fields.locale === '' ? { ...fields, locale: null } : fields),
  updateProfileBody,
)

export const saveProfile = defineAction({
  access: 'authenticated',
  body,
  handle: ({ name, locale }, { ctx, principal }) => updateProfile(principal, { name, locale }, ctx),
  done: (_, { body: { locale }, here }) => ({
    redirect: here,
    notice: 'profile_saved',
    inPlace: true,
    // The pages follow at once; the account's language is for mails and for other browsers.
    cookies: locale === undefined ? [] : [preferenceSetCookie('locale', locale)],
  }),
})
