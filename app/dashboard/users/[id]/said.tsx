import type { ViewProps } from '@/app/dashboard/users/[id]/view-props'
import { Alert } from '@/components/ui/alert'
import { formatMessage } from '@/lib/i18n/format-message'
import type { FormOutcome } from '@/lib/web/form-outcome'

interface SaidProps extends ViewProps {
  outcome: FormOutcome | null
  /** Whether the viewer changes users at all. */
  administers: boolean
}

/** Forms that say beside their fields why they were refused. */
const SPEAK_THEMSELVES = new Set(['email', 'rename', 'invitation_link'])

/** What came of the last form of this page, and to who changes users: what would be refused whatever form was sent. */
export function Said({ outcome, administers, messages, person, limits }: SaidProps) {
  const texts = messages.userDetail
  const notice = outcome?.notice ? noticeOf(outcome.notice, messages) : null
  const refused =
    outcome?.code && !SPEAK_THEMSELVES.has(outcome.form ?? '') ? refusalOf(outcome.code, messages) : null
  return (
    <>
      <div role="status" className="mb-4 empty:hidden">
        {notice ? <Alert tone="success">{formatMessage(notice, { person })}</Alert> : null}
      </div>
      <div role="alert" className="mb-4 empty:hidden">
        {refused ? <Alert tone="danger">{refused}</Alert> : null}
      </div>
      {!administers ? null : limits.outranked ? (
        <Alert className="mb-6">
          <p>{texts.outranked}</p>
          {limits.missing.length > 0 ? (
            <p className="mt-1 text-muted">
              {formatMessage(texts.outrankedBy, { permissions: limits.missing.join(', ') })}
            </p>
          ) : null}
        </Alert>
      ) : limits.lastAdministrator ? (
        <Alert className="mb-6">{texts.lastAdministrator}</Alert>
      ) : null}
    </>
  )
}

function noticeOf(notice: string, { userActions, userDetail }: ViewProps['messages']): string | null {
  const { roles, email, sessions, signInMethods, profile, invitation } = userDetail
  const texts: Record<string, { done: string }> = {
    ...userActions,
    roles,
    email,
    end_session: { done: sessions.endOneDone },
    reset_mfa: signInMethods,
    send_invitation: { done: invitation.sent },
    send_reset: { done: signInMethods.resetSent },
    rename: { done: profile.nameSaved },
  }
  return texts[notice]?.done ?? null
}

function refusalOf(
  code: NonNullable<FormOutcome['code']>,
  { userDetail, problems }: ViewProps['messages'],
): string {
  const { refusals } = userDetail
  return Object.hasOwn(refusals, code) ? refusals[code as keyof typeof refusals] : problems[code].text
}
