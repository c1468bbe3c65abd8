'use client'

import { lazy, Suspense, useEffect, useRef, useState } from 'react'

const CropBox = lazy(() => import('@/app/dashboard/account/crop-box'))

/**
 * Crops the image chosen in the surrounding form and replaces the field's file with the result.
 * Without JavaScript, the service crops to the center.
 */
export function AvatarCrop({ label }: { label: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<{ url: string; input: HTMLInputElement } | null>(null)

  useEffect(() => {
    const input = place.current
      ?.closest('form')
      ?.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) return
    const show = () => {
      const file = input.files?.[0]
      if (!file?.type.startsWith('image/')) return setChosen(null)
      const reader = new FileReader()
      reader.onload = () => setChosen({ url: reader.result as string, input })
      reader.readAsDataURL(file)
    }
    // The image may have been chosen before this script ran.
    show()
    input.addEventListener('change', show)
    return () => input.removeEventListener('change', show)
  }, [])

  return (
    <div ref={place} className="empty:hidden">
      {chosen ? (
        <Suspense>
          <CropBox
            key={chosen.url}
            url={chosen.url}
            label={label}
            onCrop={(file) => replace(chosen.input, file)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

/** Setting a field's files from a script fires no event, so the user's original choice is kept. */
function replace(input: HTMLInputElement, file: File) {
  const files = new DataTransfer()
  files.items.add(file)
  input.files = files.files
}
