/** Icons of the frame and the shared components. Pages import their own from the package. */
export {
  IconActivity,
  IconAlertTriangle,
  IconArrowLeft,
  IconCheck,
  IconChevronDown,
  IconCloudOff,
  IconCopy,
  IconEye,
  IconEyeOff,
  IconFileUnknown,
  IconLogout,
  IconPlugConnectedX,
  IconSearch,
  IconSelector,
  IconTerminal2,
  IconUser,
} from '@tabler/icons-react';
