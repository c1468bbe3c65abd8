'use server'

import { z } from 'zod'
import { verifyAudit } from '@/lib/audit/verify-audit'
import { defineAction } from '@/lib/web/define-action'

export const verifyAuditTrail = defineAction({
  access: { permission: 'audit:list' },
  limits: ['user'],
  body: z.object({ head: z.string().max(80, { error: 'too_long' }).optional() }),
  handle: ({ head }, { principal, ctx }) =>
    verifyAudit({ head: head?.trim() || undefined }, principal, ctx),
  done: (_, { here }) => ({ redirect: here, notice: 'audit_verified' }),
})
