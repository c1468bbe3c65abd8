import type { ProblemText } from '@/lib/i18n/problem-text'

/** Permissions, roles and accounts. */
export const accessProblems = {
  insufficient_permission: {
    title: 'İzin eksik',
    text: 'Bunun için gereken izniniz yok.',
    remedy:
      'Gereken izin required_permission alanındadır. Bir yönetici bu izni rollerinizden birine ekleyebilir.',
  },
  privilege_escalation: {
    title: 'Sahip olmadığınız izinler',
    text: 'Sahip olmadığınız izinleri veremez, bu izinlere sahip bir kullanıcıyı değiştiremezsiniz.',
    remedy: 'Bu izinlere sahip bir yöneticiye başvurun.',
  },
  session_required: {
    title: 'Oturum gerekli',
    text: 'Bu işlem API anahtarıyla yapılamaz. Oturum açın.',
    remedy:
      'Oturum açıp erişim belirteci gönderin. API anahtarları; anahtarları, kimlik bilgilerini ve oturumları yönetemez ve rol atama gibi, oturum veya yakın zamanda oturum açılmış olmasını gerektiren işlemleri yapamaz.',
  },
  address_not_allowed: {
    title: 'Adrese izin verilmiyor',
    text: 'Bu API anahtarı bu IP adresinden kullanılamaz.',
    remedy: 'Anahtarı izin verilen adreslerden birinden kullanın veya başka bir anahtar oluşturun.',
  },
  email_taken: {
    title: 'E-posta adresi zaten kullanımda',
    text: 'Bu e-posta adresi başka bir hesaba ait.',
    remedy: 'Başka bir e-posta adresi kullanın.',
  },
  last_admin: {
    title: 'Son yönetici',
    text: 'Bu, son etkin yönetici. Önce başka bir yönetici ekleyin.',
    remedy: 'admin rolünü etkin başka bir hesaba atayıp yeniden deneyin.',
  },
  system_role_immutable: {
    title: 'Sistem rolü',
    text: 'admin ve user rolleri silinemez; adları, açıklamaları ve izinleri değiştirilemez.',
    remedy: 'İhtiyacınız olan izinlerle kendi rolünüzü oluşturun.',
  },
  role_in_use: {
    title: 'Rol kullanımda',
    text: 'Bu role sahip kullanıcılar var. Önce rolü onlardan kaldırın.',
    remedy:
      'Bu role sahip kullanıcıları listeleyin, onlara başka roller atayın, ardından rolü silin.',
  },
  role_name_taken: {
    title: 'Rol adı zaten kullanımda',
    text: 'Bu adda başka bir rol var. Adlarda büyük/küçük harf ayrımı yapılmaz.',
    remedy: 'Başka bir ad seçin.',
  },
  permission_name_taken: {
    title: 'İzin adı zaten kullanımda',
    text: 'Bu adda bir izin zaten var.',
    remedy: 'Başka bir ad seçin veya var olan izni değiştirin.',
  },
  system_permission: {
    title: 'Hizmetin kendi izni',
    text: 'Bu izin hizmetle birlikte gelir. Oluşturulamaz, değiştirilemez ve silinemez.',
    remedy: 'Uygulamanızın adıyla başlayan bir ad kullanın, örneğin crm:contacts:export.',
  },
} satisfies Record<string, ProblemText>
