import type { ProblemText } from '@/lib/i18n/problem-text'

/** Permissions, roles and accounts. */
export const accessProblems = {
  insufficient_permission: {
    title: 'İzin eksik',
    text: 'Bunun için gereken izniniz yok.',
    remedy:
      'Gereken izin required_permission alanında yazar. Bir yönetici bunu rollerinizden birine ekleyebilir.',
  },
  privilege_escalation: {
    title: 'Sizde olmayan izinler',
    text: 'Sizde olmayan izinleri veremez, bu izinlere sahip birini de değiştiremezsiniz.',
    remedy: 'Bu izinlere sahip birine başvurun.',
  },
  email_taken: {
    title: 'E-posta adresi kullanımda',
    text: 'Bu e-posta adresi başka bir hesaba ait.',
    remedy: 'Başka bir adres kullanın.',
  },
  last_admin: {
    title: 'Son yönetici',
    text: 'Bu, etkin olan son yönetici. Önce bir yönetici daha belirleyin.',
    remedy: 'admin rolünü etkin başka bir hesaba verip yeniden deneyin.',
  },
  system_role_immutable: {
    title: 'Sistem rolü',
    text: 'admin ve user rolleri değiştirilemez ve silinemez.',
    remedy: 'İhtiyacınız olan izinlerle kendi rolünüzü oluşturun.',
  },
  role_in_use: {
    title: 'Rol kullanımda',
    text: 'Bu rol hâlâ birinde var. Önce ondan alın.',
    remedy: 'Rolün kullanıcılarını listeleyin, onlara başka rol verin, sonra silin.',
  },
  role_name_taken: {
    title: 'Rol adı alınmış',
    text: 'Bu adda başka bir rol var. Adlarda büyük-küçük harf ayrımı yapılmaz.',
    remedy: 'Başka bir ad seçin.',
  },
} satisfies Record<string, ProblemText>
