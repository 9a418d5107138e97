import SwiftypeAppSearchClient from 'swiftype-app-search-node';
import { nodeClientTests } from './node-client.ts';
import { nodeClientSearchTests } from './node-client-search.ts';

nodeClientTests(SwiftypeAppSearchClient);
nodeClientSearchTests(SwiftypeAppSearchClient);
