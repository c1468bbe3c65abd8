import { changeUser } from '@/app/dashboard/users/[id]/actions'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Button } from '@/components/ui/button'
import { ConfirmPopover } from '@/components/ui/confirm-popover'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'

interface ConfirmedFormProps {
  intent: string
  /** On the button that asks, and on the one that does it. */
  button: string
  /** Names the person. */
  title: string
  /** Names the consequence. */
  text: string
  danger: boolean
  /** `sm` beside a heading. */
  size?: 'sm' | 'md'
  locale: Locale
  messages: Messages
}

/** A button, the question that it opens, and the form that goes ahead. */
export function ConfirmedForm(props: ConfirmedFormProps) {
  const { intent, button, title, text, danger, size = 'md', locale, messages } = props
  const id = `confirm-${intent}`
  return (
    <>
      <Button variant={danger ? 'dangerOutline' : 'outline'} size={size} popoverTarget={id}>
        {button}
      </Button>
      <ConfirmPopover id={id} title={title} text={text} cancel={messages.userDetail.cancel}>
        <PageForm action={changeUser} locale={locale} intent={intent}>
          <SubmitButton variant={danger ? 'danger' : 'primary'} pendingText={messages.forms.pending}>
            {button}
          </SubmitButton>
        </PageForm>
      </ConfirmPopover>
    </>
  )
}
