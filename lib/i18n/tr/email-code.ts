import type { Messages } from '@/lib/i18n/en'

/** Signing in with a code or link sent by email, in Turkish. */
export const emailCode: Messages['emailCode'] = {
  offer: 'E-postama kod gönder',
  title: 'E-postayla oturum açın',
  heading: 'E-postayla oturum açın',
  lead: 'E-posta adresinize 6 haneli bir kod gönderelim.',
  submit: 'E-postama kod gönder',
  toLogin: 'Başka bir yolla oturum açın',
  enter: {
    title: 'Kodunuzu girin',
    heading: 'Kodunuzu girin',
    lead: '{email} adresiyle bu yolla oturum açılabiliyorsa bu adrese bir kod gönderdik. Kod 10 dakika boyunca ve yalnızca bu tarayıcıda geçerlidir.',
    code: '6 haneli kod',
    submit: 'Oturum aç',
    spam: 'E-posta gelmedi mi? Spam klasörünüze bakın. Saatte en fazla 5 kod göndeririz; doğrulanmamış adreslere kod göndermeyiz.',
    again: 'Yeni kod isteyin',
  },
  link: {
    title: 'E-postayla oturum açın',
    heading: 'E-postayla oturum açın',
    lead: '{email} olarak devam edin.',
    submit: 'Oturum aç',
    dead: 'Bağlantının süresi dolmuş veya bağlantı daha önce kullanılmış. Oturum açmak için yeni bir kod isteyin.',
    otherHeading: 'Kodu, oturum açmaya başladığınız tarayıcıda girin',
    otherLead:
      'Bu bağlantı yalnızca kodu istediğiniz tarayıcıda çalışır. O tarayıcıya dönüp e-postadaki kodu girin. Kod hâlâ geçerli.',
  },
}
