/** Icons of the frame and the shared parts. Pages import theirs from the package. */
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
  IconGhost,
  IconLogout,
  IconPlugConnectedX,
  IconSearch,
  IconSelector,
  IconTerminal2,
  IconUser,
} from '@tabler/icons-react';
