import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { newId } from '@/lib/platform/ids'

type Fields = Record<string, string>
interface Intent {
  id: string
  object: 'payment_intent'
  status: string
  amount: number
  amount_received: number
  currency: string
  metadata: Fields
  next_action: object | null
  last_payment_error: { code: string; decline_code?: string } | null
  cancellation_reason: string | null
  refunded: number
}
type Refund = {
  id: string
  object: 'refund'
  status: string
  amount: number
  currency: string
  payment_intent: string
  metadata: Fields
}
type Reply = { status: number; body: object }

/**
 * How the server behaves: `silent` does the work without responding, `down` does nothing, `another
 * account` has none of our objects.
 */
export type StripeMode = 'ok' | 'down' | 'silent' | 'pending refunds' | 'another account'

const SECRET_KEY = 'sk_test_of_the_tests'
const WEBHOOK_SECRET = 'whsec_of_the_tests'

/**
 * A server for the part of Stripe's API that we use: forms, keys, idempotency, declines, signed
 * webhooks.
 */
export async function startStripeStandIn() {
  const intents = new Map<string, Intent>()
  const refunds = new Map<string, Refund>()
  const answers = new Map<string, { form: string; reply: Reply }>()
  const state = {
    mode: 'ok' as StripeMode,
    requests: [] as { path: string; fields: Fields }[],
    /** Called when the work is done; the response waits for it. */
    onDone: (): void | Promise<void> => {},
  }

  const handle = (method: string, url: URL, fields: Fields): Reply => {
    const [, , kind = '', id = '', act] = url.pathname.split('/')
    if (kind === 'balance') return { status: 200, body: { object: 'balance', livemode: false } }
    if (kind === 'refunds') return method === 'POST' ? refund(fields) : readRefund(id, url)
    if (id === 'search') {
      const wanted = /'([^']+)'$/.exec(url.searchParams.get('query') ?? '')?.[1]
      return {
        status: 200,
        body: {
          object: 'search_result',
          data: [...intents.values()].filter((one) => one.metadata.payment_id === wanted),
        },
      }
    }
    if (!id) return charge(fields)
    const intent = intents.get(id)
    if (!intent) return fault(404, 'invalid_request_error', 'resource_missing')
    if (act !== 'cancel') return { status: 200, body: intent }
    if (!['requires_action', 'requires_payment_method'].includes(intent.status))
      return fault(400, 'invalid_request_error', 'payment_intent_unexpected_state')
    return {
      status: 200,
      body: Object.assign(intent, {
        status: 'canceled',
        next_action: null,
        cancellation_reason: 'abandoned',
      }),
    }
  }

  const charge = (fields: Fields): Reply => {
    const token = fields.payment_method ?? ''
    if (!/^pm_(frictionless|challenge|decline|timeout)$/.test(token))
      return fault(400, 'invalid_request_error', 'resource_missing')
    if (
      fields['payment_method_options[card][request_three_d_secure]'] !== 'any' ||
      fields.confirm !== 'true'
    )
      return fault(400, 'invalid_request_error', 'parameter_missing')
    const amount = Number(fields.amount)
    const id = `pi_${newId().replaceAll('-', '')}`
    const succeeded = token === 'pm_frictionless'
    const intent: Intent = {
      id,
      object: 'payment_intent',
      status: succeeded
        ? 'succeeded'
        : token === 'pm_challenge'
          ? 'requires_action'
          : 'requires_payment_method',
      amount,
      amount_received: succeeded ? amount : 0,
      currency: fields.currency ?? '',
      metadata: metadataOf(fields),
      next_action:
        token === 'pm_challenge'
          ? {
              type: 'redirect_to_url',
              redirect_to_url: { url: `https://hooks.stripe.example/${id}` },
            }
          : null,
      last_payment_error:
        token === 'pm_decline'
          ? { code: 'card_declined', decline_code: 'insufficient_funds' }
          : token === 'pm_timeout'
            ? { code: 'payment_intent_authentication_failure' }
            : null,
      cancellation_reason: null,
      refunded: 0,
    }
    intents.set(id, intent)
    if (token !== 'pm_decline') return { status: 200, body: intent }
    return fault(402, 'card_error', 'card_declined', {
      decline_code: 'insufficient_funds',
      payment_intent: intent,
    })
  }

  const refund = (fields: Fields): Reply => {
    const intent = intents.get(fields.payment_intent ?? '')
    const amount = Number(fields.amount)
    if (!intent) return fault(404, 'invalid_request_error', 'resource_missing')
    if (intent.refunded + amount > intent.amount_received)
      return fault(400, 'invalid_request_error', 'charge_already_refunded')
    intent.refunded += amount
    const status = state.mode === 'pending refunds' ? 'pending' : 'succeeded'
    const made: Refund = {
      id: `re_${newId().replaceAll('-', '')}`,
      object: 'refund',
      status,
      amount,
      currency: intent.currency,
      payment_intent: intent.id,
      metadata: metadataOf(fields),
    }
    refunds.set(made.id, made)
    return { status: 200, body: made }
  }

  const readRefund = (id: string, url: URL): Reply => {
    if (id)
      return refunds.has(id)
        ? { status: 200, body: refunds.get(id)! }
        : fault(404, 'invalid_request_error', 'resource_missing')
    const of = url.searchParams.get('payment_intent')
    const all = [...refunds.values()].filter((one) => one.payment_intent === of).reverse()
    const start = all.findIndex((one) => one.id === url.searchParams.get('starting_after')) + 1
    const end = start + Number(url.searchParams.get('limit') ?? 10)
    const page = { object: 'list', url: '/v1/refunds', has_more: end < all.length }
    return { status: 200, body: { ...page, data: all.slice(start, end) } }
  }

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const form = Buffer.concat(chunks).toString()
    const fields = Object.fromEntries(new URLSearchParams(form))
    const url = new URL(req.url ?? '/', 'http://stand-in')
    state.requests.push({ path: `${req.method} ${url.pathname}`, fields })
    const send = ({ status, body }: Reply) =>
      void res
        .writeHead(status, {
          'content-type': 'application/json',
          'request-id': `req_${newId()}`,
          'stripe-should-retry': 'false',
        })
        .end(JSON.stringify(body))
    if (req.headers.authorization !== `Bearer ${SECRET_KEY}`)
      return send(
        fault(401, 'invalid_request_error', undefined, {
          message: 'Invalid API Key provided: sk_****',
        }),
      )
    if (state.mode === 'down') return send(fault(503, 'api_error'))
    if (state.mode === 'another account')
      return send(fault(404, 'invalid_request_error', 'resource_missing'))
    const key = req.headers['idempotency-key']
    const known = typeof key === 'string' ? answers.get(key) : undefined
    if (known && known.form !== form)
      return send(fault(400, 'idempotency_error', 'idempotency_error'))
    const reply = known?.reply ?? handle(req.method ?? '', url, fields)
    if (typeof key === 'string') answers.set(key, { form, reply })
    await state.onDone()
    const lost = state.mode === 'silent' || (!known && fields.payment_method === 'pm_timeout')
    if (lost) res.destroy()
    else send(reply)
  }

  const server = createServer((req, res) => void answer(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const signer = new Stripe(SECRET_KEY).webhooks
  return {
    state,
    intents,
    refunds,
    webhookSecret: WEBHOOK_SECRET,
    env: {
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE_URL: base,
    },
    intentOf: (paymentId: string) =>
      [...intents.values()].filter(({ metadata }) => metadata.payment_id === paymentId),
    /** The customer confirms the payment, fails to, or cancels it. */
    complete(paymentId: string, result: 'passed' | 'failed' | 'canceled'): void {
      const intent = this.intentOf(paymentId)[0]!
      if (intent.status !== 'requires_action') return
      intent.next_action = null
      if (result === 'passed')
        Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
      else if (result === 'canceled')
        Object.assign(intent, { status: 'canceled', cancellation_reason: 'requested_by_customer' })
      else
        Object.assign(intent, {
          status: 'requires_payment_method',
          last_payment_error: { code: 'payment_intent_authentication_failure' },
        })
    },
    /**
     * The customer confirms with another card, using the client secret from Stripe. False if the
     * intent has ended.
     */
    payAgain(paymentId: string): boolean {
      const intent = this.intentOf(paymentId)[0]!
      if (!['requires_action', 'requires_payment_method'].includes(intent.status)) return false
      Object.assign(intent, {
        status: 'succeeded',
        amount_received: intent.amount,
        next_action: null,
      })
      return true
    },
    /** A signed event about an object in its current state. */
    webhook(type: string, object: object, at = new Date()): { body: Buffer; signature: string } {
      const payload = JSON.stringify({
        id: `evt_${newId()}`,
        object: 'event',
        type,
        data: { object },
      })
      const timestamp = Math.floor(at.getTime() / 1000)
      const signature = signer.generateTestHeaderString({
        payload,
        secret: WEBHOOK_SECRET,
        timestamp,
      })
      return { body: Buffer.from(payload), signature }
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type StripeStandIn = Awaited<ReturnType<typeof startStripeStandIn>>

function metadataOf(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const key = /^metadata\[(\w+)\]$/.exec(name)?.[1]
      return key ? [[key, value]] : []
    }),
  )
}

function fault(status: number, type: string, code?: string, more: object = {}): Reply {
  return { status, body: { error: { type, code, message: code ?? type, ...more } } }
}
