import { changeImport } from '@/app/dashboard/users/import/[id]/actions'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { UntilDone } from '@/components/live/until-done'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { ConfirmPopover } from '@/components/ui/confirm-popover'
import { ProgressBar } from '@/components/ui/progress-bar'
import { formatCount, formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedImport, PresentedInvitations } from '@/lib/user-import/present-import'

interface ImportInvitationsProps {
  shown: PresentedImport
  locale: Locale
  messages: Messages
}

/** The people whom a finished import created without a password: how to invite them, or how far that is. */
export function ImportInvitations({ shown, locale, messages }: ImportInvitationsProps) {
  const { invitations: texts } = messages.userImport
  const { without_password: people, invitations } = shown
  return (
    <Card>
      <CardHeader title={texts.title} lead={formatCount(texts.lead, people, locale)} />
      <CardBody className="grid gap-4">
        {invitations ? (
          <Progress shown={shown} invitations={invitations} locale={locale} texts={texts} />
        ) : (
          <div>
            <Button popoverTarget="invite-imported">{formatCount(texts.invite, people, locale)}</Button>
            <ConfirmPopover
              id="invite-imported"
              title={formatCount(texts.question, people, locale)}
              text={texts.consequence}
              cancel={messages.userImport.detail.cancel}
            >
              <PageForm
                action={changeImport}
                locale={locale}
                intent="invite"
                problemTexts={{ conflict: texts.conflict }}
              >
                <SubmitButton pendingText={messages.forms.pending}>
                  {formatCount(texts.invite, people, locale)}
                </SubmitButton>
              </PageForm>
            </ConfirmPopover>
          </div>
        )}
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
          <ProgressBar label={texts.progress} said={said} value={invited} max={invited + left} />
        </div>
        <UntilDone href={`/dashboard/users/import/${shown.id}`} label={texts.refresh} />
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
