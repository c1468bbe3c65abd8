import { Download } from 'lucide-react'
import { buttonClasses } from '@/components/ui/button'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import type { Messages } from '@/lib/i18n/messages'
import { IMPORT_COLUMNS } from '@/lib/user-import/import-columns'

/** What a file may say, column by column, with a file to begin with. */
export function FileHelp({ texts }: { texts: Messages['userImport']['help'] }) {
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
