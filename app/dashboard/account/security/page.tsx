import { headers } from 'next/headers'
import { MfaEnabled, RecoveryCodes } from '@/app/dashboard/account/security/mfa-enabled'
import {
  PasskeysCard,
  removalRecoveryActions,
} from '@/app/dashboard/account/security/passkeys-card'
import { MfaDisabled, MfaEnrollment } from '@/app/dashboard/account/security/mfa-setup'
import { RefusalAlert } from '@/components/forms/refusal-alert'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { LiveRegion } from '@/components/ui/live-region'
import { settings } from '@/lib/config/settings'
import { findMfaState } from '@/lib/identity/mfa/mfa-state'
import { listPasskeys } from '@/lib/identity/passkeys/own-passkeys'
import { findPasswordMethod, findReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import { now } from '@/lib/platform/clock'
import { ownValue } from '@/lib/platform/own-value'
import { definePage } from '@/lib/web/define-page'
import { type FormOutcome, readOutcome } from '@/lib/web/form-outcome'
import { readOneTimeCookie } from '@/lib/web/one-time-cookie'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/dashboard/account/security')

export const generateMetadata = page.metadata

/** The forms of each view of the page. Outcomes of other forms appear at the top. */
const FORMS = { off: ['setup'], enrollment: ['enable'], codes: [], on: ['renew', 'disable'] }

/**
 * Two-step verification: its state, the setup, the recovery codes while they are shown, renewing
 * them, turning it off; and passkeys. A pending secret is shown only to the session that entered
 * the password for it.
 */
export default page.render(async ({ principal, profile }) => {
  const { locale, messages } = await pageLanguage()
  const { page, off, codes, setup } = messages.twoStep
  const outcome = await readOutcome()
  const at = now()
  const party = settings().passkeys
  const passkeys = party ? await listPasskeys(principal) : []
  const state = await findMfaState(principal)
  const proof = await findReauthMethod(principal, at)
  const shown = readOneTimeCookie((await headers()).get('cookie'), principal, at)
  const about = { locale, messages, outcome, email: profile.email, hasPassword: state.hasPassword }
  const freshCodes = state.enabled && shown?.kind === 'recovery_codes' ? shown : null
  const pending = shown?.kind === 'enrolment' ? state.pending : null
  const view = state.enabled ? (freshCodes ? 'codes' : 'on') : pending ? 'enrollment' : 'off'
  const notices: Record<string, string> = {
    ...messages.passkeys.notices,
    mfa_disabled: off.turnedOff,
    codes_saved: codes.done,
    setup_canceled: setup.canceled,
  }
  const notice = ownValue(notices, outcome?.notice)
  const refused = outcome && misplacedCode(outcome, FORMS[view])
  return (
    <>
      <div className="print:hidden">
        <PageHeader title={page.title} lead={page.lead} />
      </div>
      {principal.missingFactor ? (
        <Alert tone="warning" className="mb-4">
          <p className="font-medium">{page.requiredTitle}</p>
          <p>{page.requiredText}</p>
        </Alert>
      ) : null}
      <LiveRegion role="status" className="mb-4">
        {notice ? <Alert tone="success">{notice}</Alert> : null}
      </LiveRegion>
      <LiveRegion role="alert" className="mb-4">
        {refused ? <Alert tone="danger">{messages.problems[refused].text}</Alert> : null}
      </LiveRegion>
      <RefusalAlert
        outcome={outcome}
        locale={locale}
        forms={['passkey_rename', 'passkey_remove']}
        recoveryActions={removalRecoveryActions({ passkeys, rpId: party?.rpId ?? null, messages })}
      />
      {freshCodes ? (
        <RecoveryCodes {...about} codes={freshCodes.codes} why={freshCodes.why} />
      ) : state.enabledAt ? (
        <MfaEnabled {...about} since={state.enabledAt} codesLeft={state.codesLeft} proof={proof} />
      ) : pending ? (
        <MfaEnrollment {...about} pending={pending} />
      ) : (
        <MfaDisabled {...about} />
      )}
      {party && !freshCodes ? (
        <div className="mt-6 print:hidden">
          <PasskeysCard
            {...about}
            passkeys={passkeys}
            rpId={party.rpId}
            proof={proof}
            additionProof={await findPasswordMethod(principal, at)}
            at={at}
          />
        </div>
      ) : null}
    </>
  )
})

/**
 * The refusal of a form that this view no longer has: the setup expired, or another tab finished
 * first.
 */
function misplacedCode({ code, form }: FormOutcome, forms: readonly string[]) {
  if (form?.startsWith('passkey_')) return null
  return code && !(form && forms.includes(form)) ? code : null
}
