import type { ComponentProps } from 'react'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Button } from '@/components/ui/button'
import { ConfirmPopover } from '@/components/ui/confirm-popover'
import { brandedMessages } from '@/lib/brand/branded-messages'

interface ConfirmedFormProps extends Pick<
  ComponentProps<typeof PageForm>,
  'action' | 'locale' | 'problemTexts'
> {
  intent: string
  /** On the button that asks, and on the one that does it. */
  button: string
  /** Names the object. */
  title: string
  /** Names the consequence. */
  text: string
  /** On the button that leads back. */
  cancel: string
  danger?: boolean
  /** How the button that asks looks; by default quieter than the one that does it. */
  variant?: ComponentProps<typeof Button>['variant']
  /** `sm` beside a heading. */
  size?: 'sm' | 'md'
}

/** A button, the question it opens, and the form that goes ahead. */
export function ConfirmedForm({
  button,
  title,
  text,
  cancel,
  danger = false,
  variant = danger ? 'dangerOutline' : 'outline',
  size,
  ...form
}: ConfirmedFormProps) {
  const id = `confirm-${form.intent}`
  return (
    <>
      <Button variant={variant} size={size} popoverTarget={id}>
        {button}
      </Button>
      <ConfirmPopover id={id} title={title} text={text} cancel={cancel}>
        <PageForm {...form}>
          <SubmitButton
            variant={danger ? 'danger' : 'primary'}
            pendingText={brandedMessages(form.locale).forms.pending}
          >
            {button}
          </SubmitButton>
        </PageForm>
      </ConfirmPopover>
    </>
  )
}
