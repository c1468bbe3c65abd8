import type { ComponentProps, ReactNode } from 'react'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-print-buttons'
import { controlClasses } from '@/components/ui/form-controls'
import { brandedMessages } from '@/lib/brand/brand'

interface ShownOnceCardProps extends Pick<
  ComponentProps<typeof PageForm>,
  'action' | 'intent' | 'locale'
> {
  /** What it is, such as "Signing secret". */
  title: string
  /** The key, secret, or link. */
  value: string
  /** That it won't be shown again, and until when it works. */
  once: ReactNode
  texts: { copy: string; copied: string; seen: string }
  /** How it is used. */
  children?: ReactNode
}

/** Something just created that is shown until the viewer confirms having it. */
export function ShownOnceCard({
  title,
  value,
  once,
  texts,
  children,
  ...form
}: ShownOnceCardProps) {
  const { forms } = brandedMessages(form.locale)
  return (
    <Card>
      <CardHeader title={title} />
      <CardBody className="grid gap-4">
        <Alert tone="warning" role="status">
          {once}
        </Alert>
        <div className="flex flex-wrap gap-2">
          <input
            readOnly
            value={value}
            aria-label={title}
            className={`${controlClasses} flex-1 basis-72 font-mono text-xs!`}
          />
          <CopyButton
            text={value}
            label={texts.copy}
            copied={texts.copied}
            failed={forms.copyFailed}
          />
        </div>
        {children}
      </CardBody>
      <CardFooter>
        <PageForm {...form}>
          <SubmitButton pendingText={forms.pending}>{texts.seen}</SubmitButton>
        </PageForm>
      </CardFooter>
    </Card>
  )
}
