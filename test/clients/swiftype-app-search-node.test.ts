import SwiftypeAppSearchClient from 'swiftype-app-search-node';
import { nodeClientTests } from './node-client.ts';

nodeClientTests(SwiftypeAppSearchClient);
