import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { TextLink } from '@/components/ui/text-link'
import { readOutcome } from '@/lib/web/form-outcome'
import type { FormAction } from '@/lib/web/action-state'
import { pageLanguage } from '@/lib/web/page-language'

interface MailedLinkFormProps {
  action: FormAction
  token: string
  submit: string
  /** Where to go when the link expired while the page was open. */
  way: { href: string; label: string }
}

/** The one button of a page that a mailed link opens. Mail scanners follow links, so the button consumes the token and opening does not. */
export async function MailedLinkForm({ action, token, submit, way }: MailedLinkFormProps) {
  const { locale, messages } = await pageLanguage()
  return (
    <PageForm
      action={action}
      locale={locale}
      outcome={await readOutcome()}
      ways={{
        invalid_or_expired_token: (
          <TextLink alone href={way.href}>
            {way.label}
          </TextLink>
        ),
      }}
    >
      <input type="hidden" name="token" value={token} />
      <SubmitButton size="lg" className="w-full" pendingText={messages.forms.pending}>
        {submit}
      </SubmitButton>
    </PageForm>
  )
}
