import { lockLiveSession } from '@/lib/access/live-caller.store'
import { needsWhatIsRemoved } from '@/lib/access/missing-factor'
import { recordAudit } from '@/lib/audit/record-audit'
import { enabledProviders } from '@/lib/config/providers/enabled-providers'
import { settings } from '@/lib/config/settings'
import { messagesFor } from '@/lib/i18n/messages'
import { distrustDevices } from '@/lib/identity/mfa/trusted-browser.store'
import { readClientData } from '@/lib/identity/passkeys/client-data'
import { refuseAnother, sessionBinding } from '@/lib/identity/passkeys/passkey-options'
import { claimPasskeyChallenge } from '@/lib/identity/passkeys/passkey-challenge.store'
import {
  claimPasskeyOffer,
  deletePasskeyOf,
  insertPasskey,
  isPasskeyOfferOpen,
  listPasskeysOf,
  type NewPasskey,
  type PasskeyRow,
  renamePasskeyOf,
} from '@/lib/identity/passkeys/passkey.store'
import type { PasskeyRegistration } from '@/lib/identity/passkeys/passkeys.schemas'
import { verifyRegistration } from '@/lib/identity/passkeys/verify-passkey'
import { addFactors } from '@/lib/identity/sessions/session.store'
import { checkRecentSignIn } from '@/lib/identity/sign-in/reauthenticate'
import { leavesSignInMethod, lockSignInMethods } from '@/lib/identity/sign-in/sign-in-methods.store'
import { notifyOwner, seenBy } from '@/lib/messaging/inbox/notify-owner'
import { publish } from '@/lib/platform/bus/bus'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { isId } from '@/lib/platform/ids'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { RequestContext, SessionPrincipal } from '@/lib/platform/request-context'
import { describeDevice } from '@/lib/platform/user-agent'

/** The signed-in user's passkeys, oldest first. */
export async function listPasskeys({ userId }: SessionPrincipal): Promise<PasskeyRow[]> {
  return listPasskeysOf(db(), userId)
}

/**
 * Adds a passkey to the signed-in user's account. The challenge of `startPasskeyCreation` is
 * consumed before the answer is checked, and proves the recent credential.
 */
export async function addPasskey(
  input: { name?: string; passkey: PasskeyRegistration },
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<{ passkey: PasskeyRow }>> {
  const party = settings().passkeys
  if (!party) return refuse('feature_disabled')
  const { passkey: response } = input
  const challenge = readClientData(response.response.clientDataJSON)?.challenge
  const binding = sessionBinding('create', principal, ctx)
  const claimed =
    challenge !== undefined &&
    (await claimPasskeyChallenge(db(), { ...binding, challenge, now: ctx.now }))
  if (!claimed || claimed.userId !== principal.userId)
    return refuseAddition(db(), 'challenge', principal, ctx)
  const verified = await verifyRegistration(response, { challenge, party })
  if (typeof verified === 'string') return refuseAddition(db(), verified, principal, ctx)
  return inTransaction((tx) => {
    const name = input.name ?? defaultName(ctx)
    const transports = response.response.transports ?? []
    const row = { ...verified, name, transports, rpId: party.rpId, userId: principal.userId }
    return insert(tx, { ...row, now: ctx.now }, principal, ctx)
  })
}

async function insert(
  tx: Tx,
  row: Omit<NewPasskey, 'sessionStartedAt'>,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<{ passkey: PasskeyRow }>> {
  // Whatever ended the session meanwhile, such as a password reset, also ends this.
  const { userId, sessionId, generation } = principal
  const session = await lockLiveSession(tx, { userId, sessionId, generation, now: ctx.now })
  if (!session) return refuse('session_revoked')
  const passkey = await insertPasskey(tx, { ...row, sessionStartedAt: session.startedAt })
  if (passkey === 'too_many') return refuseAnother()
  // Another account's credential ID can only be repeated by an authenticator that chose it so.
  if (passkey === 'taken') return refuseAddition(tx, 'taken', principal, ctx)
  // The account now has the second factor that may be required. But a new passkey proves nothing
  // about the account, so this session didn't use one (`hwk`, `user`), and a session that skipped
  // the second step in a trusted browser did not pass it.
  if (!principal.trustedBrowser) await addFactors(tx, { id: sessionId, userId, amr: ['mfa'] })
  await publish(tx, { type: 'user.changed', userId })
  await report(tx, { action: 'passkey.added', passkey }, principal, ctx)
  return { ok: true, passkey }
}

/** Like "Chrome, Windows"; names come from our lists, never from the header. */
const defaultName = ({ userAgent, locale }: RequestContext) =>
  describeDevice(userAgent ?? '') ?? messagesFor(locale).passkeys.card.defaultName

async function refuseAddition(
  tx: Tx,
  reason: string,
  { userId }: SessionPrincipal,
  ctx: RequestContext,
) {
  await recordAudit(tx, ctx, {
    action: 'passkey.addition_refused',
    outcome: 'refused',
    actorId: userId,
    targetId: userId,
    details: { reason },
  })
  return refuse('passkey_refused')
}

/** Renames a passkey of the signed-in user. */
export async function renamePasskey(
  input: { id: string; name: string },
  { userId }: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<{ passkey: PasskeyRow }>> {
  if (!isId(input.id)) return refuse('not_found')
  return inTransaction(async (tx) => {
    const passkey = await renamePasskeyOf(tx, { ...input, userId })
    if (!passkey) return refuse('not_found')
    await recordAudit(tx, ctx, {
      action: 'passkey.renamed',
      outcome: 'ok',
      actorId: userId,
      targetId: userId,
      details: { passkey_id: passkey.id, name: passkey.name },
    })
    return { ok: true, passkey } as const
  })
}

/**
 * Removes a passkey of the signed-in user. Requires a recent credential; the last way to sign in
 * can't be removed (`last_way_in`).
 */
export async function removePasskey(
  input: { id: string; password?: string },
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome> {
  const { id, password } = input
  const proof = { password, refusedAction: 'passkey.proof_refused' } as const
  const refusal = await checkRecentSignIn(principal, proof, ctx)
  if (refusal) return refusal
  if (!isId(id)) return refuse('not_found')
  return inTransaction((tx) => remove(tx, id.toLowerCase(), principal, ctx))
}

async function remove(
  tx: Tx,
  id: string,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome> {
  const { userId } = principal
  const methods = await lockSignInMethods(tx, principal, ctx.now)
  if (!methods) return refuse('session_revoked')
  const left = methods.passkeys.filter((passkey) => passkey.id !== id)
  if (left.length === methods.passkeys.length) return refuse('not_found')
  const usable = { providers: enabledProviders(), rpId: settings().passkeys?.rpId ?? null }
  const hasPasskey = left.some(({ rpId }) => rpId === usable.rpId)
  const refusal = !leavesSignInMethod({ ...methods, passkeys: left }, usable)
    ? refuse('last_way_in')
    : (await needsWhatIsRemoved(tx, userId, { hasPasskey }))
      ? refuse('last_second_factor')
      : null
  if (refusal) {
    await recordAudit(tx, ctx, {
      action: 'passkey.removal_refused',
      outcome: 'refused',
      actorId: userId,
      targetId: userId,
      details: { passkey_id: id, reason: refusal.code },
    })
    return refusal
  }
  const passkey = await deletePasskeyOf(tx, { id, userId })
  if (!passkey) return refuse('not_found')
  await publish(tx, { type: 'user.changed', userId })
  await report(tx, { action: 'passkey.removed', passkey }, principal, ctx)
  return { ok: true }
}

const MAILS = { 'passkey.added': 'passkey_added', 'passkey.removed': 'passkey_removed' } as const

/** Audits a change of the user's passkeys and notifies them, in case it wasn't them. */
async function report(
  tx: Tx,
  { action, passkey }: { action: keyof typeof MAILS; passkey: { id: string; name: string } },
  { userId }: SessionPrincipal,
  ctx: RequestContext,
): Promise<void> {
  const { id, name } = passkey
  await distrustDevices(tx, { userId, now: ctx.now })
  await notifyOwner(tx, { mail: MAILS[action], userId, passkey: name, ...seenBy(ctx) }, ctx.now)
  await recordAudit(tx, ctx, {
    action,
    outcome: 'ok',
    actorId: userId,
    targetId: userId,
    details: { passkey_id: id, name },
  })
}

/**
 * Whether the offer to create a passkey may still be made to the signed-in user. Not while someone
 * views as them: the browser would take it by itself, and the write would be refused and audited.
 */
export async function isOfferOpen({
  userId,
  sessionId,
  impersonator,
}: SessionPrincipal): Promise<boolean> {
  if (settings().passkeys === null || impersonator) return false
  return isPasskeyOfferOpen(db(), { userId, sessionId })
}

/**
 * Claims the one offer to create a passkey that an account ever gets, for a session that was opened
 * with a password. False if it was shown before.
 */
export async function takePasskeyOffer(
  { userId, sessionId }: SessionPrincipal,
  ctx: RequestContext,
): Promise<boolean> {
  return (
    settings().passkeys !== null && claimPasskeyOffer(db(), { userId, sessionId, now: ctx.now })
  )
}
