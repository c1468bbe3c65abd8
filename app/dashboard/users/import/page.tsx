import { Download } from 'lucide-react'
import { uploadUsers } from '@/app/dashboard/users/import/actions'
import { RecentImports } from '@/app/dashboard/users/import/recent-imports'
import { CheckField } from '@/components/forms/choice-lists'
import { FileField } from '@/components/forms/fields'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { PageHeader } from '@/components/layout/page-header'
import { buttonClasses } from '@/components/ui/button'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { can } from '@/lib/platform/request-context'
import { MAX_IMPORT_BYTES } from '@/lib/platform/size-limits'
import { IMPORT_COLUMNS } from '@/lib/users/import/import-columns'
import { listImports } from '@/lib/users/import/list-imports'
import { definePage } from '@/lib/web/define-page'
import { type FormOutcome, readOutcome } from '@/lib/web/form-outcome'
import { pageLanguage } from '@/lib/web/preferences'

const RECENT = 10

const page = definePage('/dashboard/users/import')

export const generateMetadata = page.metadata

/** Uploads a file of users, describes the file format, and lists earlier imports. */
export default page.render(async ({ principal }) => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.userImport
  const listed = await listImports(principal, { limit: RECENT })
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        back={
          can(principal, 'users:list')
            ? { href: '/dashboard/users', label: messages.userDetail.back }
            : undefined
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
        <div className="grid gap-6">
          <ImportForm locale={locale} messages={messages} outcome={await readOutcome()} />
          <RecentImports imports={listed.ok ? listed.imports : []} locale={locale} texts={texts} />
        </div>
        <FileHelp texts={texts.help} />
      </div>
    </>
  )
})

interface ImportFormProps {
  locale: Locale
  messages: Messages
  outcome: FormOutcome | null
}

/** The upload form. Starts a dry run unless the box is unchecked. */
function ImportForm({ locale, messages, outcome }: ImportFormProps) {
  const texts = messages.userImport
  return (
    <Card>
      <CardBody>
        <PageForm
          takesFile
          action={uploadUsers}
          locale={locale}
          // Also tells an unchecked box from a form that was not sent.
          intent="upload"
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
          <CheckField name="dry_run" label={texts.dryRun} hint={texts.dryRunHint} preset />
          <div>
            <SubmitButton pendingText={messages.forms.pending}>{texts.submit}</SubmitButton>
          </div>
        </PageForm>
      </CardBody>
    </Card>
  )
}

/** The columns of the file, with a sample file to download. */
function FileHelp({ texts }: { texts: Messages['userImport']['help'] }) {
  return (
    <Card aria-labelledby="file-help">
      <CardHeader id="file-help" title={texts.title} lead={texts.lead} />
      <CardBody>
        <dl className="grid gap-3">
          {IMPORT_COLUMNS.map((column) => (
            <div key={column}>
              <dt className="font-mono text-[0.8125rem] font-medium">{column}</dt>
              <dd className="text-[0.8125rem] text-muted">{texts[column]}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 text-[0.8125rem] text-muted">{texts.noMail}</p>
      </CardBody>
      <CardFooter>
        <Example format="csv" label={texts.exampleCsv} />
        <Example format="ndjson" label={texts.exampleNdjson} />
      </CardFooter>
    </Card>
  )
}

function Example({ format, label }: { format: string; label: string }) {
  return (
    <a
      className={buttonClasses({ variant: 'outline', size: 'sm' })}
      href={`/dashboard/users/import/example?format=${format}`}
      download
    >
      <Download aria-hidden />
      {label}
    </a>
  )
}
