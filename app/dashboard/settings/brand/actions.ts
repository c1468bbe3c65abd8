'use server'

import { z } from 'zod'
import { ownPassword } from '@/lib/accounts/user-fields'
import { toReceivedFile } from '@/lib/http/form-fields'
import { fieldError } from '@/lib/platform/field-errors'
import { refuse } from '@/lib/platform/problems'
import { changeLogo } from '@/lib/settings/brand-area'
import { defineAction } from '@/lib/web/define-action'

export const saveLogo = defineAction({
  access: { permission: 'settings:manage' },
  body: z.object({
    background: z.enum(['light', 'dark']),
    step: z.enum(['upload', 'remove']).default('upload'),
    password: ownPassword,
  }),
  takesFileAt: '/dashboard/settings/brand',
  handle: async ({ background, step, password }, { principal, ctx, file }) => {
    if (step === 'remove') return changeLogo(principal, { background, file: null, password }, ctx)
    if (!file) return refuse('validation_failed', { errors: [fieldError(['file'], 'required')] })
    return changeLogo(principal, { background, file: toReceivedFile(file), password }, ctx)
  },
  done: (_, { body: { step }, here }) => ({
    redirect: here,
    notice: step === 'upload' ? 'logo_saved' : 'logo_removed',
  }),
})
