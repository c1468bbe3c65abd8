import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Secret scanners find keys by it. */
const PREFIX = 'ghk_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62^22 > 2^128: a UUID. */
const ID_LENGTH = 22
/** 62^43 > 2^256. */
const SECRET_LENGTH = 43
/** 62^6 > 2^32: a CRC-32. */
const CHECKSUM_LENGTH = 6

const ID_END = PREFIX.length + ID_LENGTH
const SECRET_END = ID_END + SECRET_LENGTH
const KEY_LENGTH = SECRET_END + CHECKSUM_LENGTH
const FORM = /^ghk_[0-9A-Za-z]{71}$/

/** The parts of a well-formed key. */
interface KeyParts {
  /** The public part, which identifies the key. */
  label: string
  secret: string
}

/** Creates the text of a key with this id (a UUID), and its secret part: 256 random bits. */
export function newApiKey(id: string): { key: string; secret: string } {
  let secret = ''
  for (let i = 0; i < SECRET_LENGTH; i++) secret += DIGITS[randomInt(DIGITS.length)]!
  const body = `${keyLabel(id)}${secret}`
  return { key: `${body}${checksumOf(body)}`, secret }
}

/** Whether a Bearer credential claims to be an API key. Access tokens contain dots. */
export function isApiKey(text: string): boolean {
  return text.startsWith(PREFIX)
}

/**
 * The parts of a key; null for anything else. The checksum refuses typos and random texts without a
 * look into the database.
 */
export function parseApiKey(text: string): KeyParts | null {
  if (text.length !== KEY_LENGTH || !FORM.test(text)) return null
  if (checksumOf(text.slice(0, SECRET_END)) !== text.slice(SECRET_END)) return null
  return { label: text.slice(0, ID_END), secret: text.slice(ID_END, SECRET_END) }
}

/** The public first part of the key with this id (a UUID): identifies it, grants nothing. */
export function keyLabel(id: string): string {
  return PREFIX + toDigits(BigInt(`0x${id.replaceAll('-', '')}`), ID_LENGTH)
}

/** The id of the key that begins with this label; null if no id has that label. */
export function keyIdOf(label: string): string | null {
  let value = 0n
  for (const digit of label.slice(PREFIX.length))
    value = value * 62n + BigInt(DIGITS.indexOf(digit))
  const hex = value.toString(16).padStart(32, '0')
  return hex.length === 32 ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : null
}

function checksumOf(text: string): string {
  return toDigits(BigInt(crc32(text)), CHECKSUM_LENGTH)
}

function toDigits(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n)
    text = DIGITS[Number(rest % 62n)]! + text
  return text
}
