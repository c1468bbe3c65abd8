'use client'

import { useState, type SyntheticEvent } from 'react'
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'

const PIXELS = 512
const SMALLEST = 32

export interface CropTexts {
  /** The name of the crop area. */
  area: string
  /** The names of its handles. */
  handles: Record<'nw' | 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w', string>
}

interface CropBoxProps {
  url: string
  texts: CropTexts
  onCrop: (file: File) => void
}

/** An image with a movable square crop area. Loaded only after an image is chosen. */
export default function CropBox({ url, texts, onCrop }: CropBoxProps) {
  const [crop, setCrop] = useState<PercentCrop>()
  const [image, setImage] = useState<HTMLImageElement | null>(null)

  function begin({ currentTarget }: SyntheticEvent<HTMLImageElement>) {
    const { naturalWidth: width, naturalHeight: height } = currentTarget
    setImage(currentTarget)
    setCrop(centerCrop(makeAspectCrop({ unit: '%', width: 100 }, 1, width, height), width, height))
  }

  function cut(part: PercentCrop) {
    if (!image || part.width === 0) return
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = PIXELS
    const [width, height] = [image.naturalWidth / 100, image.naturalHeight / 100]
    const from = [
      part.x * width,
      part.y * height,
      part.width * width,
      part.height * height,
    ] as const
    canvas.getContext('2d')!.drawImage(image, ...from, 0, 0, PIXELS, PIXELS)
    canvas.toBlob(
      (blob) => blob && onCrop(new File([blob], 'avatar', { type: blob.type })),
      'image/webp',
      0.92,
    )
  }

  return (
    <ReactCrop
      crop={crop}
      aspect={1}
      circularCrop
      keepSelection
      minWidth={SMALLEST}
      ariaLabels={{
        cropArea: texts.area,
        nwDragHandle: texts.handles.nw,
        nDragHandle: texts.handles.n,
        neDragHandle: texts.handles.ne,
        eDragHandle: texts.handles.e,
        seDragHandle: texts.handles.se,
        sDragHandle: texts.handles.s,
        swDragHandle: texts.handles.sw,
        wDragHandle: texts.handles.w,
      }}
      onChange={(_, part) => setCrop(part)}
      onComplete={(_, part) => cut(part)}
    >
      {/* oxlint-disable-next-line nextjs/no-img-element -- a data URL, made in this browser */}
      <img src={url} alt="" onLoad={begin} className="max-h-80" />
    </ReactCrop>
  )
}
