import { saveMfaRule } from '@/app/dashboard/rbac/roles/[id]/actions'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import type { PresentedRole } from '@/lib/access/present-role'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { FormOutcome } from '@/lib/web/form-outcome'

interface RequireMfaProps {
  role: PresentedRole
  locale: Locale
  messages: Messages
  outcome: FormOutcome | null
}

/** Whether the users of a role need two-step verification, also of a system role. */
export function RequireMfa({ role, locale, messages, outcome }: RequireMfaProps) {
  const texts = messages.roles.mfa
  return (
    <Card className="mt-6">
      <CardHeader
        title={texts.title}
        lead={role.requires_mfa ? texts.required : texts.notRequired}
      />
      <CardBody>
        <PageForm action={saveMfaRule} locale={locale} intent="mfa" outcome={outcome}>
          <input type="hidden" name="version" value={role.version} />
          {role.requires_mfa ? null : <input type="hidden" name="required" value="on" />}
          <SubmitButton
            variant="outline"
            pendingText={messages.forms.pending}
            className="justify-self-start"
          >
            {role.requires_mfa ? texts.stop : texts.require}
          </SubmitButton>
        </PageForm>
      </CardBody>
    </Card>
  )
}
