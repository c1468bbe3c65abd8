'use server'

import { z } from 'zod'
import { verifyAudit } from '@/lib/audit/verify-audit'
import { pageExchange } from '@/lib/http/pages/page-exchange'
import { stillHolds } from '@/lib/identity/still-holds'
import { now } from '@/lib/platform/clock'
import { defineAction } from '@/lib/web/define-action'

export const verifyAuditTrail = defineAction({
  access: { permission: 'audit:list' },
  limits: ['user'],
  body: z.object({ head: z.string().max(80, { error: 'too_long' }).optional() }),
  handle: ({ head }, { principal, ctx }) => {
    const exchange = pageExchange()
    const isWanted = async () =>
      !exchange?.isGone() && (await stillHolds(principal, 'audit:list', now()))
    return verifyAudit({ head: head?.trim() || undefined }, principal, ctx, isWanted)
  },
  done: (_, { here }) => ({ redirect: here, notice: 'audit_verified' }),
})
