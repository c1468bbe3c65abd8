import { inviteUsers } from '@/app/dashboard/users/import/[id]/actions'
import { ConfirmedForm } from '@/components/forms/page-form'
import { PollUntilDone } from '@/components/live/progress-report'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { ProgressBar } from '@/components/ui/progress'
import { formatCount, formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedImport, PresentedInvitations } from '@/lib/users/import/present-import'
import { pagePath } from '@/lib/web/page-address'

interface ImportInvitationsProps {
  shown: PresentedImport
  locale: Locale
  messages: Messages
}

/**
 * The users created without a password by a finished import: the form to invite them, or to
 * continue after the invitations were stopped, and the progress of the invitations.
 */
export function ImportInvitations({ shown, locale, messages }: ImportInvitationsProps) {
  const { invitations: texts } = messages.userImport
  const { without_password: people, invitations } = shown
  const left = Math.max(people - (invitations?.invited ?? 0), 0)
  const startable = invitations === null || (invitations.status === 'stopped' && left > 0)
  return (
    <Card>
      <CardHeader title={texts.title} lead={formatCount(texts.lead, people, locale)} />
      <CardBody className="grid gap-4">
        {invitations ? (
          <Progress shown={shown} invitations={invitations} locale={locale} texts={texts} />
        ) : null}
        {startable ? (
          <div>
            <ConfirmedForm
              action={inviteUsers}
              intent="invite"
              button={formatCount(texts.invite, left, locale)}
              variant="primary"
              title={formatCount(texts.question, left, locale)}
              text={texts.consequence}
              cancel={messages.userImport.detail.cancel}
              problemTexts={{ conflict: texts.conflict }}
              locale={locale}
            />
          </div>
        ) : null}
      </CardBody>
    </Card>
  )
}

interface ProgressProps {
  shown: PresentedImport
  invitations: PresentedInvitations
  locale: Locale
  texts: Messages['userImport']['invitations']
}

function Progress({ shown, invitations, locale, texts }: ProgressProps) {
  const { status, invited, stopped_because: because } = invitations
  const reasons: Record<string, string> = texts.stopped
  const left = Math.max(shown.without_password - invited, 0)
  const number = (value: number) => new Intl.NumberFormat(locale).format(value)
  const said = formatMessage(texts.of, { invited: number(invited), total: number(invited + left) })
  if (status === 'running')
    return (
      <>
        <div className="grid gap-2">
          <p className="tabular-nums">{said}</p>
          <ProgressBar
            label={texts.progress}
            valueText={said}
            value={invited}
            max={invited + left}
          />
        </div>
        <PollUntilDone
          href={pagePath('/dashboard/users/import/[id]', shown.id)}
          label={texts.refresh}
        />
      </>
    )
  if (status === 'stopped')
    return (
      <Alert tone="danger" role="status">
        {reasons[because ?? ''] ?? texts.stopped.internal_error} {said}
      </Alert>
    )
  return (
    <Alert tone={invited > 0 ? 'success' : 'warning'} role="status">
      <p>{formatCount(texts.done, invited, locale)}</p>
      {left > 0 ? (
        <p className="text-[0.8125rem] text-muted">{formatCount(texts.leftOut, left, locale)}</p>
      ) : null}
    </Alert>
  )
}
