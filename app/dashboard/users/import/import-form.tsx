import { uploadUsers } from '@/app/dashboard/users/import/actions'
import { CheckField } from '@/components/forms/check-field'
import { FileField } from '@/components/forms/file-field'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Card, CardBody } from '@/components/ui/card'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { MAX_IMPORT_BYTES } from '@/lib/user-import/import-columns'
import type { FormOutcome } from '@/lib/web/form-outcome'

interface ImportFormProps {
  locale: Locale
  messages: Messages
  outcome: FormOutcome | null
}

/** The upload. It begins as a dry run unless that is unticked. */
export function ImportForm({ locale, messages, outcome }: ImportFormProps) {
  const texts = messages.userImport
  return (
    <Card>
      <CardBody>
        <PageForm
          action={uploadUsers}
          locale={locale}
          outcome={outcome}
          problemTexts={{ conflict: texts.underWay }}
        >
          <FileField
            name="file"
            label={texts.file}
            hint={texts.fileHint}
            accept=".csv,.json,.ndjson,.jsonl,text/csv,application/json,application/x-ndjson"
            maxBytes={MAX_IMPORT_BYTES}
            required
          />
          <CheckField name="dry_run" label={texts.dryRun} hint={texts.dryRunHint} defaultChecked />
          <div>
            <SubmitButton pendingText={messages.forms.pending}>{texts.submit}</SubmitButton>
          </div>
        </PageForm>
      </CardBody>
    </Card>
  )
}
