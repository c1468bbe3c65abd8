'use client'

import { useRouter } from 'next/navigation'
import { useState, type DragEvent, type ReactNode, type SubmitEvent } from 'react'
import { clsx } from 'clsx'
import { oversizedFile } from '@/components/forms/oversized-file'
import { sendForm } from '@/app/dashboard/uploads/send-form'
import { Alert } from '@/components/ui/alert'
import { ProgressBar } from '@/components/ui/progress-bar'
import { useHydrated } from '@/components/ui/use-hydrated'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Messages } from '@/lib/i18n/messages'

interface UploadAreaProps {
  texts: Messages['uploads']
  tooLarge: string
  /** The form: it works without all of this. */
  children: ReactNode
}

type Phase =
  { kind: 'idle' | 'done' } | { kind: 'sending'; percent: number } | { kind: 'failed'; message: string }

/** Around the upload form: takes dropped files, and shows how far an upload is. */
export function UploadArea({ texts, tooLarge, children }: UploadAreaProps) {
  const router = useRouter()
  const hydrated = useHydrated()
  const [phase, setPhase] = useState<Phase>({ kind: 'idle' })
  const [over, setOver] = useState(false)
  const busy = phase.kind === 'sending'

  /** Before the form's own way to send itself, which shows no progress. */
  function send(event: SubmitEvent<HTMLDivElement>) {
    const form = event.target
    const input = fileInput(form)
    if (!input?.files?.length) return
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    if (oversizedFile(form)) return setPhase({ kind: 'failed', message: tooLarge })
    setPhase({ kind: 'sending', percent: 0 })
    void sendForm(form, (percent) => setPhase({ kind: 'sending', percent })).then((fault) => {
      if (fault !== null) return setPhase({ kind: 'failed', message: fault || texts.failed })
      form.reset()
      setPhase({ kind: 'done' })
      router.refresh()
    })
  }

  function drop(event: DragEvent<HTMLDivElement>) {
    event.preventDefault()
    setOver(false)
    const input = fileInput(event.currentTarget)
    const form = input?.form
    if (!form || busy || event.dataTransfer.files.length === 0) return
    input.files = event.dataTransfer.files
    form.requestSubmit()
  }

  function drag(event: DragEvent<HTMLDivElement>) {
    event.preventDefault()
    setOver(event.type === 'dragover')
  }

  const checking = busy && phase.percent === 100
  return (
    <div
      onSubmitCapture={send}
      onDrop={drop}
      onDragOver={drag}
      onDragLeave={drag}
      aria-busy={busy}
      className={clsx(
        'grid gap-4 rounded-lg',
        hydrated && 'border border-dashed p-4',
        hydrated && (over ? 'border-accent bg-accent-soft' : 'border-line'),
      )}
    >
      {children}
      {hydrated ? <p className="text-[0.8125rem] text-muted">{texts.drop}</p> : null}
      <div role="status" className="grid gap-2 empty:hidden">
        {busy ? (
          <>
            <ProgressBar
              label={texts.progress}
              said={formatMessage(texts.sent, { percent: phase.percent })}
              value={phase.percent}
              max={100}
            />
            <p className="text-[0.8125rem] text-muted">
              {checking ? texts.checking : formatMessage(texts.sent, { percent: phase.percent })}
            </p>
          </>
        ) : null}
        {phase.kind === 'done' ? <Alert tone="success">{texts.uploaded}</Alert> : null}
      </div>
      <div role="alert" className="empty:hidden">
        {phase.kind === 'failed' ? <Alert tone="danger">{phase.message}</Alert> : null}
      </div>
    </div>
  )
}

function fileInput(within: Element): HTMLInputElement | null {
  return within.querySelector<HTMLInputElement>('input[type=file]')
}
