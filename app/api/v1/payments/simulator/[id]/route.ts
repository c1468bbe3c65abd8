import { z } from 'zod'
import { challengeResponse } from '@/lib/http/challenge-page'
import { defineRoute } from '@/lib/http/define-route'
import { locale } from '@/lib/http/request-headers'
import { formBody } from '@/lib/http/route-body'
import { CHALLENGE_RESULTS } from '@/lib/payments/payments.schemas'
import { answerChallenge, findChallenge } from '@/lib/payments/providers/simulator'

export const GET = defineRoute({
  operationId: 'showPaymentChallenge',
  tag: 'Payments',
  summary:
    'Show the page of the payment simulator where a customer confirms a payment (3-D Secure); not in production',
  params: ['id'],
  access: 'public',
  headers: { locale },
  responses: { 200: null },
  streams: ['text/html'],
  refusals: ['not_found'],
  handle: async ({ params, ctx }) => {
    const result = await findChallenge(params.id)
    return result.ok ? challengeResponse(result.challenge, ctx.locale) : result
  },
})

export const POST = defineRoute({
  operationId: 'answerPaymentChallenge',
  tag: 'Payments',
  summary:
    'Submit the customer’s choice in the payment simulator; redirects to return_url with payment_id added',
  params: ['id'],
  access: 'public',
  limits: ['failures'],
  body: formBody(z.object({ result: z.enum(CHALLENGE_RESULTS, { error: 'not_supported' }) })),
  responses: { 303: null },
  refusals: ['not_found'],
  handle: async ({ params, body }) => {
    const result = await answerChallenge(params.id, body.result)
    if (!result.ok) return result
    return { status: 303, body: null, headers: { location: result.returnUrl } }
  },
})
