import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { type Act, call, expectNone, insist, type Stage } from '@/tests/kit/kill-series/act'
import type { SignedInUser } from '@/tests/kit/live-instances'
import { until } from '@/tests/kit/until'

const TOKENS = ['sim_frictionless', 'sim_challenge', 'sim_decline', 'sim_timeout'] as const
const SETTLED_WITHIN_MS = 240_000
/** Where customers return to. */
export const APP = 'com.example.app:/paid'
const AMOUNT = 1000
const REFUND = 400

/** A request that is repeated with its key until it is answered. */
interface Open {
  path: string
  key: string
  body: object
}

/**
 * Customers pay with the simulator, answer its challenges, and get a part back. Requests without an
 * answer are repeated with their keys.
 */
export class Charges implements Act {
  readonly name = 'payment'
  done = 0
  #open: Open | null = null
  #requested = 0
  readonly #ids = new Set<string>()

  constructor(
    readonly stage: Stage,
    readonly user: SignedInUser,
  ) {}

  async step(): Promise<boolean> {
    this.#open ??= this.#charge()
    const { path, key, body } = this.#open
    const answer = await call(this.stage, 'POST', path, { token: this.user.token, key, body })
    if (!answer) return false
    if (answer.status !== 200 && answer.status !== 201)
      throw new Error(`${path} answered ${answer.status} ${answer.body.code}`)
    const { id, status, captured_amount: captured, next_action: next } = answer.body
    this.#open = null
    this.#ids.add(id as string)
    this.done++
    // One refund for each charge: its repeated answer may come before it is settled.
    if (path === '/payments' && status === 'succeeded' && captured === AMOUNT)
      this.#open = { path: `/payments/${id}/refund`, key: newId(), body: { amount: REFUND } }
    return status === 'requires_action' ? this.#confirm(next.url as string) : true
  }

  #charge(): Open {
    const token = TOKENS[this.#requested++ % TOKENS.length]!
    const body = {
      amount: AMOUNT,
      currency: 'EUR',
      payment_method_token: token,
      return_url: APP,
    }
    return { path: '/payments', key: newId(), body }
  }

  /** As the customer, on the page of the simulator. */
  async #confirm(page: string): Promise<boolean> {
    const answer = await fetch(`${this.stage.url}${new URL(page).pathname}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ result: 'passed' }),
    }).catch(() => null)
    if (answer && answer.status !== 303) throw new Error(`the challenge answered ${answer.status}`)
    return answer !== null
  }

  async recover(): Promise<void> {
    if (this.#open) await insist(() => this.step())
  }

  async conclude(): Promise<void> {
    await this.recover()
    // Customers whose answer was lost confirm now.
    const open = await db().payment.findMany({ where: { status: 'requires_action' } })
    for (const { redirectUrl } of open) await this.#confirm(redirectUrl!)
    const unsettled = async () =>
      (await db().payment.count({ where: { status: { in: ['processing', 'requires_action'] } } })) +
      (await db().paymentRefund.count({ where: { status: 'pending' } }))
    await until('every payment is settled', SETTLED_WITHIN_MS, async () => !(await unsettled()))
    const wrong = await db().$queryRaw<object[]>`
      SELECT payments.id::text, payments.status::text, captured_amount::int, payments.refunded_amount::int,
        refunding_amount::int, refunds.amount::int AS refunds, refunds.count::int AS refund_count,
        simulated.status::text AS simulated, simulated.refunded_amount::int AS simulated_refunds
      FROM payments LEFT JOIN simulator_payments simulated ON simulated.payment_id = payments.id
      LEFT JOIN LATERAL (
        SELECT coalesce(sum(amount), 0) AS amount, count(*) AS count FROM payment_refunds
        WHERE payment_id = payments.id AND status = 'succeeded') refunds ON true
      WHERE simulated.reference IS NULL OR refunds.count > 1
        OR captured_amount <> CASE WHEN simulated.status = 'succeeded' THEN simulated.amount ELSE 0 END
        OR payments.refunded_amount <> simulated.refunded_amount
        OR payments.refunded_amount <> refunds.amount OR refunding_amount <> 0`
    expectNone('payments that differ from the simulator', wrong)
    const made = await db().payment.findMany({ where: { ownerId: this.user.id } })
    expectNone('payments charged beyond the requested ones', [
      ...made.filter(({ id }) => !this.#ids.has(id)),
      ...[...this.#ids].filter((id) => !made.some((payment) => payment.id === id)),
    ])
    if (made.length !== this.#requested)
      throw new Error(`${this.#requested} keys made ${made.length} payments`)
  }
}
