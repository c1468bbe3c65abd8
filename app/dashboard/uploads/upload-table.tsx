import { FileImage, FileText, FileType } from 'lucide-react'
import { removeFile } from '@/app/dashboard/uploads/actions'
import { Cell, ColumnHeader, Table, WIDE } from '@/components/data-table/table'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Button } from '@/components/ui/button'
import { TextLink } from '@/components/ui/links'
import { LocalTime } from '@/components/ui/local-time'
import { ConfirmPopover } from '@/components/ui/popover'
import { formatBytes, formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedUpload } from '@/lib/uploads/present-upload'
import { pagePath } from '@/lib/web/page-address'

interface UploadTableProps {
  uploads: readonly PresentedUpload[]
  locale: Locale
  messages: Messages
  /** Null while an administrator views as the user. */
  shareHref: ((id: string) => string) | null
}

/** The user's own files, one per row. */
export function UploadTable({ uploads, ...rest }: UploadTableProps) {
  const texts = rest.messages.uploads
  return (
    <Table label={texts.listTitle}>
      <thead>
        <tr>
          <ColumnHeader>{texts.columns.name}</ColumnHeader>
          <ColumnHeader className={WIDE}>{texts.columns.size}</ColumnHeader>
          <ColumnHeader className={WIDE}>{texts.columns.created}</ColumnHeader>
          <ColumnHeader>
            <span className="sr-only">{texts.columns.actions}</span>
          </ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} {...rest} />
        ))}
      </tbody>
    </Table>
  )
}

function UploadRow({
  upload,
  locale,
  messages,
  shareHref,
}: Omit<UploadTableProps, 'uploads'> & { upload: PresentedUpload }) {
  const texts = messages.uploads
  const { id, size, created_at: createdAt } = upload
  const name = upload.name ?? texts.unnamed
  const bytes = formatBytes(size, locale)
  return (
    <tr>
      <Cell>
        <span className="flex items-center gap-3">
          <TypeIcon type={upload.content_type} />
          <span className="min-w-0">
            {/* A file, not a page: the router would try to render it. */}
            <a
              href={pagePath('/dashboard/uploads/[id]/file', id)}
              className="block min-h-6 py-0.5 font-medium [overflow-wrap:anywhere] hover:underline"
            >
              {name}
            </a>
            <span className="block text-[0.8125rem] text-muted md:hidden">
              {bytes} · <LocalTime at={createdAt} locale={locale} />
            </span>
          </span>
        </span>
      </Cell>
      <Cell className={`${WIDE} whitespace-nowrap text-muted tabular-nums`}>{bytes}</Cell>
      <Cell className={`${WIDE} whitespace-nowrap text-muted`}>
        <LocalTime at={createdAt} locale={locale} />
      </Cell>
      <Cell className="text-right">
        <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
          {shareHref ? (
            <TextLink alone href={shareHref(id)} aria-label={`${texts.share}: ${name}`}>
              {texts.share}
            </TextLink>
          ) : null}
          <Button
            variant="outline"
            size="sm"
            popoverTarget={`delete-${id}`}
            aria-label={`${texts.delete}: ${name}`}
          >
            {texts.delete}
          </Button>
        </span>
        <ConfirmPopover
          id={`delete-${id}`}
          title={formatMessage(texts.deleteTitle, { name })}
          text={texts.deleteText}
          cancel={texts.cancel}
        >
          <PageForm
            action={removeFile}
            locale={locale}
            intent="delete"
            row={{ upload_id: id }}
            toasts={{ file_deleted: texts.deleted }}
          >
            <SubmitButton variant="danger" pendingText={messages.forms.pending}>
              {texts.delete}
            </SubmitButton>
          </PageForm>
        </ConfirmPopover>
      </Cell>
    </tr>
  )
}

function TypeIcon({ type }: { type: string }) {
  const className = 'size-4.5 shrink-0 text-muted'
  if (type.startsWith('image/')) return <FileImage aria-hidden className={className} />
  if (type === 'application/pdf') return <FileType aria-hidden className={className} />
  return <FileText aria-hidden className={className} />
}
