import { Link } from 'wouter';
import styles from './brand.module.css';
import mark from './mark.svg';

/** Name and logo, linked to the start page. */
export function Brand() {
  return (
    <Link href="/" className={styles.brand}>
      <img src={mark} alt="" width={26} height={26} />
      <span>Findling</span>
    </Link>
  );
}
