'use server'

import { z } from 'zod'
import { wantedBy } from '@/lib/audit/share-verification'
import { verifyAudit } from '@/lib/audit/verify-audit'
import { pageExchange } from '@/lib/http/pages/page-exchange'
import { isStillAuthorized } from '@/lib/identity/still-authorized'
import { defineAction } from '@/lib/web/define-action'

export const verifyAuditTrail = defineAction({
  access: { permission: 'audit:list' },
  limits: ['user'],
  body: z.object({ head: z.string().max(80, { error: 'too_long' }).optional() }),
  handle: ({ head }, { principal, ctx }) => {
    const exchange = pageExchange()
    const isWanted = wantedBy(principal, () => exchange?.isGone() ?? false, isStillAuthorized)
    return verifyAudit({ head: head?.trim() || undefined }, principal, ctx, isWanted)
  },
  done: (_, { here }) => ({ redirect: here, notice: 'audit_verified' }),
})
