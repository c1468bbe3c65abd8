import { changeUser } from '@/app/dashboard/users/[id]/actions'
import type { ViewProps } from '@/app/dashboard/users/[id]/view-props'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Button } from '@/components/ui/button'
import { ConfirmPopover } from '@/components/ui/confirm-popover'
import { formatMessage } from '@/lib/i18n/format-message'
import type { ListedSession } from '@/lib/sessions/list-sessions'

interface EndSessionProps extends ViewProps {
  session: ListedSession
  /** What the device is called. */
  device: string
}

/** Ends one session of the person, after a second step. */
export function EndSession({ session, device, person, locale, messages }: EndSessionProps) {
  const texts = messages.userDetail.sessions
  const popover = `end-${session.id}`
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        popoverTarget={popover}
        aria-label={formatMessage(texts.endOneLabel, { device })}
      >
        {texts.endOne}
      </Button>
      <ConfirmPopover
        id={popover}
        title={formatMessage(texts.endOneTitle, { person })}
        text={session.current ? texts.endOneOwnText : formatMessage(texts.endOneText, { device })}
        cancel={messages.userDetail.cancel}
      >
        <PageForm action={changeUser} locale={locale} intent="end_session">
          <input type="hidden" name="session_id" value={session.id} />
          <SubmitButton variant="danger" pendingText={messages.forms.pending}>
            {texts.endOne}
          </SubmitButton>
        </PageForm>
      </ConfirmPopover>
    </>
  )
}
