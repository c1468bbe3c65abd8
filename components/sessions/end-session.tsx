import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Button } from '@/components/ui/button'
import { LocalTime } from '@/components/ui/local-time'
import { PopoverDialog, PopoverFooter } from '@/components/ui/popover'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { ListedSession } from '@/lib/identity/sessions/list-sessions'
import type { FormAction } from '@/lib/web/action-state'

interface EndSessionProps {
  session: ListedSession
  /** The name of the device. */
  device: string
  action: FormAction
  intent: string
  /** The label of both buttons. */
  button: string
  title: string
  text: string
  /** The text of each notice of a success, by key. */
  toasts: Record<string, string>
  cancel: string
  locale: Locale
  messages: Messages
}

/**
 * Ends a session after a confirmation. Both name the address and the time of the sign-in, because a
 * user often has several sessions on devices of the same name.
 */
export function EndSession({
  session,
  device,
  action,
  intent,
  button,
  title,
  text,
  toasts,
  cancel,
  locale,
  messages,
}: EndSessionProps) {
  const popover = `end-${session.id}`
  const texts = messages.account.sessions
  const address = session.ip ?? texts.unknownAddress
  const signedIn = <LocalTime at={session.created_at} locale={locale} seconds />
  return (
    <>
      <Button variant="outline" size="sm" popoverTarget={popover}>
        {button}
        <span className="sr-only">
          {' '}
          ({device}, {address}, {signedIn})
        </span>
      </Button>
      <PopoverDialog id={popover} title={title} text={text}>
        <dl className="-mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 px-5 pb-5 sm:px-6 sm:pb-6">
          <dt className="text-muted">{texts.device}</dt>
          <dd className="wrap-anywhere">{device}</dd>
          <dt className="text-muted">{texts.address}</dt>
          <dd className="break-all tabular-nums">{address}</dd>
          <dt className="text-muted">{texts.created}</dt>
          <dd>{signedIn}</dd>
        </dl>
        <PopoverFooter id={popover} cancel={cancel}>
          <PageForm
            action={action}
            locale={locale}
            intent={intent}
            row={{ session_id: session.id }}
            toasts={toasts}
          >
            <SubmitButton variant="danger" pendingText={messages.forms.pending}>
              {button}
            </SubmitButton>
          </PageForm>
        </PopoverFooter>
      </PopoverDialog>
    </>
  )
}
